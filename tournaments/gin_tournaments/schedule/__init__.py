"""Who plays whom, when, and on which deals: a plan, from numbers and complete stored stages alone; pure."""
