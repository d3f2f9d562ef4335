// What an operation rejects with once its signal is aborted, as Node builds it; the class is not public.

export const abortError = (signal: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { code: 'ABORT_ERR', name: 'AbortError' })
