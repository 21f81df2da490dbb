"""llama.cpp's own server, as the package xllamacpp carries it. Takes a model, a port, a chat template, a number of slots and, for
one that reads pictures, its vision part."""
import sys
import threading

import xllamacpp

model, port, template, slots, *vision = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.port = int(port)
params.n_parallel = int(slots)
params.n_ctx = 2048 * int(slots)
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.use_jinja = True
if vision:
    params.mmproj.path = vision[0]
    params.mmproj_use_gpu = False
params.endpoint_slots = True
params.endpoint_metrics = True
with open(template, encoding="utf-8") as file:
    params.chat_template = file.read()
server = xllamacpp.Server(params)
print(f"llama.cpp of xllamacpp {xllamacpp.__version__} at {server.listening_address}", flush=True)
# Ends with its input, so with the program that has started it.
threading.Thread(target=sys.stdin.read).start()
