"""Holds a copy open, looks at it in flight, lets it end, and lets the ledger find a mistake.

python3 hold_a_copy.py PATH/libsimcuda.so
"""

import ctypes
import json
import sys

U32, U64, SIZE, POINTER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_void_p

driver = ctypes.CDLL(sys.argv[1])


def function(name, *types, answer=U32):
    found = getattr(driver, name)
    found.argtypes, found.restype = types, answer
    return found


def ledger():
    write = function("simcuda_ledger_json", POINTER, SIZE, answer=SIZE)
    room = write(None, 0) + 1
    text = ctypes.create_string_buffer(room)
    write(text, room)
    return json.loads(text.value)


context, source, event, target = POINTER(), POINTER(), POINTER(), U64()
query = function("cuEventQuery", POINTER)

assert function("cuInit", U32)(0) == 0
assert function("cuDevicePrimaryCtxRetain", POINTER, ctypes.c_int)(ctypes.byref(context), 0) == 0
assert function("cuCtxSetCurrent", POINTER)(context) == 0
assert function("cuMemHostAlloc", POINTER, SIZE, U32)(ctypes.byref(source), 8, 0) == 0
assert function("cuMemAlloc_v2", POINTER, SIZE)(ctypes.byref(target), 8) == 0
assert function("cuEventCreate", POINTER, U32)(ctypes.byref(event), 2) == 0

function("simcuda_gate_close_all", answer=None)()
assert function("cuMemcpyHtoDAsync_v2", U64, POINTER, SIZE, POINTER)(target, source, 8, None) == 0
assert function("cuEventRecord", POINTER, POINTER)(event, None) == 0
print("held:   cuEventQuery =", query(event))
assert function("cuMemFreeHost", POINTER)(source) == 0  # The mistake: the copy still reads this.
function("simcuda_gate_open_all", answer=None)()
print("opened: cuEventQuery =", query(event))

first = ledger()["violations"][0]
print(f"ledger: {first['kind']} at call {first['call']}: {first['text']}")
