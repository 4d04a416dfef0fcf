"""What people and programs see: the live screen, plain lines, JSON lines and tables; rendering as values."""
