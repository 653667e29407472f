/** What `--help` prints. */
export const usageOf = (
  svc: string,
): string => `Usage: ${svc} worker [--queues a,b] [--concurrency n] [--json] [--setting value]...

Runs jobs in a process of its own. It gets them
  - from the server that runs on the home of this machine (SVC_HOME); it waits for it, and may outlive it;
  - or from PostgreSQL, when DATABASE_URL is set: on any number of hosts;
  - or from a server elsewhere, when SVC_BASE_URL and SVC_API_KEY (an owner's key) are set.
Away from the server's home it leaves jobs alone whose kind declares "runs_on": "home".

  --queues email,default   only jobs of these queues; all of them without it
  --concurrency 8          jobs at a time; 4 without it
  --json                   one line of JSON when it is ready
  --home ./data            another setting: as for the server, whose environment and svc.config.yaml it shares
  --help                   this text

SIGTERM lets running jobs end for three seconds and gives the rest back. Exit codes: 0 stopped, 1 failed, 2 wrong use,
76 of another version than the server, or with other plugins; 78 configuration.`
