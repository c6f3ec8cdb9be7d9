import type { ChannelWrite } from '@sluice/contract/channel-write'

/** Fields with which a channel is refused. The refusal names the field, or the part of the key. */
interface WrongChannel {
  channel: Partial<ChannelWrite>
  field: string
}

const anyKey = 'Any text is a key, and the type has no other field.'
const needsAddress: WrongChannel = { channel: { base_url: '' }, field: 'base_url' }

/** By type: wrong channels, or the reason why any channel with a key is accepted. */
export const wrongChannels: Readonly<Record<number, readonly WrongChannel[] | string>> = {
  1: anyKey,
  2: [needsAddress],
  3: [needsAddress, { channel: { other: 'next year' }, field: 'other' }],
  4: anyKey,
  5: [needsAddress],
  6: anyKey,
  7: anyKey,
  8: [needsAddress],
  9: anyKey,
  10: anyKey,
  11: anyKey,
  12: anyKey,
  13: anyKey,
  14: anyKey,
  15: [
    { channel: { key: 'ak' }, field: 'key' },
    { channel: { key: 'ak|' }, field: 'key.secretKey' },
    { channel: { key: '|sk' }, field: 'key.apiKey' },
  ],
  16: [
    { channel: { key: 'id' }, field: 'key' },
    { channel: { key: 'id.' }, field: 'key.keySecret' },
  ],
  17: anyKey,
  18: [
    { channel: { key: 'app|secret' }, field: 'key' },
    { channel: { key: 'app|secret|' }, field: 'key.apiKey' },
    { channel: { other: 'v9.9' }, field: 'other' },
  ],
  19: anyKey,
  20: anyKey,
  21: [{ channel: { other: '' }, field: 'other' }],
  22: [{ channel: { key: 'fastgpt-key-' }, field: 'key.appId' }],
  23: [
    { channel: { key: 'app|id|' }, field: 'key.secretKey' },
    { channel: { key: 'id|secret|app|more' }, field: 'key' },
  ],
  24: anyKey,
  25: anyKey,
  26: anyKey,
  27: anyKey,
  31: anyKey,
  33: [
    { channel: { key: 'AKIDEXAMPLE|secret' }, field: 'key.region' },
    { channel: { key: 'AKIDEXAMPLE|secret|nowhere' }, field: 'key.region' },
    { channel: { key: 'AKIDEXAMPLE|secret|' }, field: 'key.region' },
    { channel: { key: 'only-an-api-key' }, field: 'key' },
  ],
  34: anyKey,
  35: anyKey,
  36: [needsAddress],
  37: [{ channel: { other: 'robot' }, field: 'other' }],
  38: anyKey,
  39: [
    { channel: { other: '' }, field: 'other' },
    { channel: { other: 'not an account' }, field: 'other' },
  ],
  40: anyKey,
  41: [
    { channel: { key: '{"type":"service_account"}' }, field: 'key.serviceAccount' },
    { channel: { key: '{' }, field: 'key.serviceAccount' },
    { channel: { key: 'AQ.Ab8RN6J4xQp-0123456789abcdefghij', other: '{"default":' }, field: 'other' },
  ],
  42: anyKey,
  43: anyKey,
  44: anyKey,
  45: anyKey,
  46: [{ channel: { key: '|app' }, field: 'key.apiKey' }],
  47: [needsAddress],
  48: anyKey,
  49: [{ channel: { other: '' }, field: 'other' }],
  53: anyKey,
}
