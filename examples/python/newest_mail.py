# The newest mail.
from svc_sdk import ConflictError, SvcClient

client = SvcClient()
try:
    for mail in client.email.recent(count=5).items:
        print(mail.from_.address if mail.from_ else "", mail.subject)
except ConflictError:
    print("The workspace has no mail account: client.email.account.set sets one.")
