"""The database: connections, tables, migrations, keys outside of it."""
