"""Renderers: functions from a report to text."""
