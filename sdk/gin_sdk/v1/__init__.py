"""The wire, generated from proto/gin/v1: do not edit."""
