"""The one data model: plain frozen values, standard library only."""
