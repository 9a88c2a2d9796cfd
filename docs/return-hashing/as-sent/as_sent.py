import hashlib
import hmac
import sys
from urllib.parse import urlencode

_, key, *rest = sys.argv
text = urlencode(sorted(zip(rest[::2], rest[1::2])))
print(f"{text}&hash={hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()}")
