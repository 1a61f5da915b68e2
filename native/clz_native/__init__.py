"""The native host, the Firefox it starts, and the manifests it installs."""
