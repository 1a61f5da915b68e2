"""Secrets: values that commands name as `{{NAME}}`, bound to the sites that they are for."""
