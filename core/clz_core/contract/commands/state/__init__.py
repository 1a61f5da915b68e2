"""Commands about what log-ins consist of: cookies, storage, secrets."""
