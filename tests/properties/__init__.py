"""Properties over whole invented workspaces, hundreds of lines at a time."""
