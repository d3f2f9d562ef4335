// The versions of hermes-agent on the package index that scenarios know, each by the sha256 of its wheel.
export const HERMES_AGENT = {
  name: 'hermes-agent',
  releases: {
    '0.16.0': 'accb5a4a4827b41b3d162d2eb0b5f6db585d942ee23a3678ef21fc94d21c34a2',
    '0.17.0': 'f11dcc1b168d2db626ef8b2175301741a86b5247c5ffaff4b0f0e24018d1b190',
    '0.18.2': '8f02155cfc84b28bd98551cd18dffec0efa9ec070dd08f90f1a850f1c779492f',
    '0.19.0': 'bd0bac012aee38a60894781f4597dc29ee7bedb3448540249921f10d3bef327f',
  },
} as const
