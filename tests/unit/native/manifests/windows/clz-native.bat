@echo off
"C:\Users\Ada L\100%%\python.exe" -I -m clz_native.host %*
