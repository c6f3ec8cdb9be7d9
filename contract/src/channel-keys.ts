import type { KeyForm, KeyPartName } from './key-forms.ts'

/** Keys of one part, which may be any text. */
export const plainKey = (example: string, name: KeyPartName = 'apiKey'): readonly KeyForm[] => [
  { name: 'apiKey', parts: [{ name, example }] },
]

const awsRegion = { name: 'region', example: 'us-east-1' } as const

/** Access keys, temporary ones with their session token, or an API key; each with the region that is called. */
export const bedrockKeys: readonly KeyForm[] = [
  {
    name: 'accessKeys',
    parts: [
      { name: 'accessKeyId', example: 'AKIA…' },
      { name: 'secretAccessKey', example: 'wJalrXUtnFEMI/…' },
      { name: 'sessionToken', example: 'IQoJb3JpZ2lu…', isOptional: true },
      awsRegion,
    ],
  },
  { name: 'apiKey', parts: [{ name: 'apiKey', example: 'ABSK…' }, awsRegion] },
]

export const vertexKeys: readonly KeyForm[] = [
  {
    name: 'serviceAccount',
    parts: [{ name: 'serviceAccount', example: '{"type": "service_account", …}' }],
    isJson: true,
  },
  { name: 'apiKey', parts: [{ name: 'apiKey', example: 'AQ.…' }] },
]

export const wenxinKeys: readonly KeyForm[] = [
  {
    name: 'secrets',
    parts: [
      { name: 'apiKey', example: 'alTUZtFm…' },
      { name: 'secretKey', example: 'MA5tVpZr…' },
    ],
  },
]

export const qianfanKeys: readonly KeyForm[] = [
  {
    name: 'apiKey',
    parts: [
      { name: 'apiKey', example: 'bce-v3/ALTAK-…' },
      { name: 'appId', example: 'app-…', isOptional: true },
    ],
  },
]

/** The SecretId and SecretKey of the API, or a key of the host of OpenAI's format. */
export const hunyuanKeys: readonly KeyForm[] = [
  {
    name: 'secrets',
    parts: [
      { name: 'appId', example: '1250000000', isOptional: true },
      { name: 'secretId', example: 'AKID…' },
      { name: 'secretKey', example: 'Gu5t9xGA…' },
    ],
  },
  { name: 'apiKey', parts: [{ name: 'apiKey', example: 'sk-…' }] },
]

export const sparkKeys: readonly KeyForm[] = [
  {
    name: 'appKeys',
    parts: [
      { name: 'appId', example: '5f3c1a2b' },
      { name: 'apiSecret', example: 'MjlmNzkz…' },
      { name: 'apiKey', example: '2f8a1c9e…' },
    ],
  },
  { name: 'apiPassword', parts: [{ name: 'apiPassword', example: 'FYmWFbKE…:OTkzYTFi…' }] },
]

export const chatglmKeys: readonly KeyForm[] = [
  {
    name: 'secrets',
    separator: '.',
    parts: [
      { name: 'keyId', example: 'a1b2c3d4…' },
      { name: 'keySecret', example: 'XyZ12345…' },
    ],
  },
]

/** The account is in a separate field, or in each key if they differ. */
export const cloudflareKeys: readonly KeyForm[] = [
  { name: 'apiToken', parts: [{ name: 'apiToken', example: 'v1.0-…' }] },
  {
    name: 'accountAndToken',
    parts: [
      { name: 'accountId', example: '023e105f4ecef8ad9ca31a8372d0c353' },
      { name: 'apiToken', example: 'v1.0-…' },
    ],
  },
]

/**
 * A key of a person with the application that it calls, whose id has 24 hexadecimal digits, or the key of an
 * application.
 */
export const fastgptKeys: readonly KeyForm[] = [
  {
    name: 'personalKey',
    separator: '-',
    lastPart: /^[\da-f]{24}$/i,
    parts: [
      { name: 'apiKey', example: 'fastgpt-…' },
      { name: 'appId', example: '6538b1e2…' },
    ],
  },
  { name: 'appKey', parts: [{ name: 'appKey', example: 'fastgpt-…' }] },
]

/** A key of the API, or a pair that signs tokens for the first API alone. */
export const klingKeys: readonly KeyForm[] = [
  { name: 'apiKey', parts: [{ name: 'apiKey', example: '' }] },
  {
    name: 'accessKeys',
    parts: [
      { name: 'accessKeyId', example: '' },
      { name: 'secretKey', example: '' },
    ],
  },
]

export const jimengKeys: readonly KeyForm[] = [
  {
    name: 'accessKeys',
    parts: [
      { name: 'accessKeyId', example: 'AKLT…' },
      { name: 'secretAccessKey', example: 'T1dJeV…' },
    ],
  },
]
