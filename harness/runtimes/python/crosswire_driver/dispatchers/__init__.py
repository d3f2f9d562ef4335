"""The mock dispatcher inside an execution: data decides what it does, and each delay and fault is a choice of the schedule."""
