"""What the data of a study say: pure functions on its tables, without the server or the database."""
