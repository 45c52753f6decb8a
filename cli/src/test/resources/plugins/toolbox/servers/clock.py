import json, os, sys

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method = message.get("method")
    if method == "initialize":
        result = {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "clock", "version": "1"},
        }
    elif method == "tools/list":
        result = {
            "tools": [
                {"name": "zone", "description": "Tells the zone.", "inputSchema": {"type": "object", "properties": {}}}
            ]
        }
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": "zone " + os.environ["CLOCK_ZONE"]}]}
    else:
        error = {"code": -32601, "message": "not here"}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
