#!/bin/sh
# svc in the image: the commands act on the home in SVC_HOME, through the server when it runs.
# Hints are written as it was called.
export SVC_COMMAND=svc
exec node /app/server/apps/cli/main.js "$@"
