"""The MCP server: tools in, commands out."""
