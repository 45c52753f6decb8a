"""A JSON-RPC peer in Python, by lines or by headers: echo, add, ask (asks back), slow, die, flood."""
import json, os, sys, threading

framing = sys.argv[1]
out, inp, lock = sys.stdout.buffer, sys.stdin.buffer, threading.Lock()
waiting, cancelled = {}, {}


def send(message):
    data = json.dumps(message).encode()
    with lock:
        out.write(data + b"\n" if framing == "lines" else
                  b"Content-Length: %d\r\nContent-Type: x; charset=utf-8\r\n\r\n%s" % (len(data), data))
        out.flush()


def receive():
    if framing == "lines":
        line = inp.readline()
        return json.loads(line) if line else None
    length = 0
    while True:
        header = inp.readline()
        if not header:
            return None
        if header == b"\r\n":
            return json.loads(inp.read(length))
        name, value = header.split(b":")
        length = int(value) if name.lower() == b"content-length" else length


def handle(message):
    method, params, id = message["method"], message.get("params"), message.get("id")
    if method == "echo":
        send({"jsonrpc": "2.0", "id": id, "result": params})
    elif method == "add":
        send({"jsonrpc": "2.0", "id": float(id), "result": sum(params)})
    elif method == "ask":
        event = waiting["back"] = [threading.Event(), None]
        send({"jsonrpc": "2.0", "id": "back", "method": "name", "params": {}})
        event[0].wait()
        send({"jsonrpc": "2.0", "method": "told", "params": [1]})
        send({"jsonrpc": "2.0", "id": id, "result": event[1]})
    elif method == "slow":
        event = cancelled[id] = threading.Event()
        send({"jsonrpc": "2.0", "method": "begun"})
        event.wait()
        send({"jsonrpc": "2.0", "method": "cancelled"})
    elif method == "die":
        print("about to die", file=sys.stderr, flush=True)
        os._exit(7)
    elif method == "chatter":
        with lock:
            out.write(b"hello from a library\n")
            out.flush()
        send({"jsonrpc": "2.0", "id": id, "result": "fine"})
    elif method == "large":
        send({"jsonrpc": "2.0", "id": id, "result": "x" * (17 << 20)})
    else:
        send({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "no " + method}})


while True:
    message = receive()
    if message is None:
        break
    if "method" not in message:
        waiting["back"][1] = message["result"]
        waiting["back"][0].set()
    elif message["method"] == "$/cancelRequest":
        cancelled[message["params"]["id"]].set()
    else:
        threading.Thread(target=handle, args=(message,), daemon=True).start()
