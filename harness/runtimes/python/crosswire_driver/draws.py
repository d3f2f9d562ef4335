"""Integer hashing that Python and TypeScript compute alike (`harness/core/random.ts`): no floats, no state."""

_U32 = 0xFFFFFFFF


def mix(a, b, c):
    """Mixes three u32 into one (constants of MurmurHash3 and of Ettinger's finaliser)."""
    h = (a ^ 0x9E3779B9) * 0x85EBCA6B & _U32
    h ^= h >> 16
    h = (h ^ b) * 0xC2B2AE35 & _U32
    h ^= h >> 15
    h = (h ^ c) * 0x27D4EB2F & _U32
    h ^= h >> 16
    h = h * 0x21F0AAAD & _U32
    h ^= h >> 15
    h = h * 0x735A2D97 & _U32
    return h ^ (h >> 15)


def hash_text(text):
    """FNV-1a over the UTF-8 bytes of `text`: a u32."""
    h = 0x811C9DC5
    for byte in text.encode():
        h = (h ^ byte) * 16777619 & _U32
    return h


def below(draw, bound):
    """Maps a u32 onto 0 .. `bound` - 1."""
    return draw * bound >> 32
