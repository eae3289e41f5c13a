"""What is run by hand or by make: generators of data and of pages."""
