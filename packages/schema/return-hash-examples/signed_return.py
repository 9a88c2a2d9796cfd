# python3 signed_return.py KEY NAME VALUE [NAME VALUE ...]
import hashlib
import hmac
import sys
from urllib.parse import quote


def signed_return(parameters: dict[str, str], key: str) -> str:
    encoded = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in parameters.items())
    text = "&".join(f"{name}={value}" for name, value in encoded)
    return f"{text}&hash={hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()}"


if __name__ == "__main__":
    _, key, *rest = sys.argv
    print(signed_return(dict(zip(rest[::2], rest[1::2])), key))
