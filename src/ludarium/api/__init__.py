"""What people import: the functions and results behind `import ludarium`. Thin: the rooms below do the work."""
