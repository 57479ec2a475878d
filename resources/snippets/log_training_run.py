# Logs a training run for Sublinear: call it once per policy, then open runs.csv there.
import csv, os, statistics, time
import torch

def log_training_run(step, policy, k="", path="runs.csv", steps=10, **shape):
    """step(): one whole training step. shape: layers, d_model, d_ffn, heads, vocab, batch, sequence, dtype, ..."""
    cuda = torch.cuda.is_available()
    wait = torch.cuda.synchronize if cuda else (lambda: None)
    for _ in range(3):  # the allocator and the optimizer's state settle
        step()
    wait()
    torch.cuda.reset_peak_memory_stats() if cuda else None
    times = []
    for _ in range(steps):
        begin = time.perf_counter(); step(); wait()
        times.append(1e3 * (time.perf_counter() - begin))
    low, median, high = statistics.quantiles(times, n=4)
    row = dict(policy=policy, k=k, peak_bytes=torch.cuda.max_memory_allocated() if cuda else "",
               step_ms=median, step_ms_p25=low, step_ms_p75=high, steps=steps, **shape,
               device=torch.cuda.get_device_name() if cuda else "CPU", date=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
               origin=f"PyTorch {torch.__version__}")
    new = not os.path.exists(path)
    with open(path, "a", newline="") as file:
        table = csv.DictWriter(file, row)
        table.writeheader() if new else None
        table.writerow(row)

# log_training_run(train_step, "segments", 1, layers=12, d_model=768, d_ffn=3072, heads=12, batch=8, sequence=1024, dtype="bf16")
