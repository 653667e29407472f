/** What `--help` prints. */
export const usageOf = (svc: string): string => `Usage: ${svc} start [--setting value]...

Serves on http://127.0.0.1:8420 and keeps everything in ~/.svc.

  --port 8421                     another port; 0 takes a free one
  --host 0.0.0.0                  another address to listen on
  --home ./data                   another data folder
  --public-url https://svc.example.com
  --plugins.<id>.enabled false    switch a plugin off
  --help                          this text

Every setting of svc.config.yaml can be a flag, and an environment variable (SVC_PORT, SVC_HOME, ...): see .env.example,
and ${svc} config list for what is set and where it comes from.`
