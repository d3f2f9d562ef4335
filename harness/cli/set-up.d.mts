// Types of the set-up, for the tests.
export const isCheckout: () => boolean
export const setUp: (options?: { readonly installed?: boolean }) => void
