import { describe, expect, test } from 'bun:test'
import type { PriceSourceKind } from '@sluice/contract/price-sources'
import { pickPrices } from './pick-prices.ts'
import { readPriceList } from './read-price-list.ts'

/** The prices by name and the problems by name, or the code of the refusal. */
function read(kind: PriceSourceKind, document: unknown, provider = '') {
  const list = readPriceList(kind, typeof document === 'string' ? document : JSON.stringify(document))
  if (!list.ok) return { refused: list.reason.code }
  return {
    prices: Object.fromEntries(
      [...pickPrices(list.value.entries, provider)].map(([name, { fields, rules }]) => [name, { ...fields, rules }]),
    ),
    problems: Object.fromEntries(list.value.problems.map(({ model, reason }) => [model, reason.code])),
  }
}

test('LiteLLM: dollars for a token become ratios, with caches, lengths and tiers', () => {
  const list = read('litellm', {
    sample_spec: { input_cost_per_token: 'USD per token', litellm_provider: 'one of …' },
    'gpt-5.4': {
      litellm_provider: 'openai',
      input_cost_per_token: 2.5e-6,
      output_cost_per_token: 1.5e-5,
      cache_read_input_token_cost: 2.5e-7,
      input_cost_per_token_above_272k_tokens: 5e-6,
      output_cost_per_token_above_272k_tokens: 2.25e-5,
      cache_read_input_token_cost_above_272k_tokens: 5e-7,
      input_cost_per_token_priority: 5e-6,
      output_cost_per_token_priority: 3e-5,
      cache_read_input_token_cost_priority: 5e-7,
      input_cost_per_token_flex: 1.25e-6,
      output_cost_per_token_flex: 7.5e-6,
      cache_read_input_token_cost_flex: 1.25e-7,
      input_cost_per_token_batches: 1.25e-6,
      max_input_tokens: 1050000,
    },
    'dall-e-3': { litellm_provider: 'openai', output_cost_per_image: 0.04 },
    'whisper-1': {
      litellm_provider: 'openai',
      mode: 'audio_transcription',
      input_cost_per_second: 0.0001,
      output_cost_per_second: 0.0001,
    },
    'tts-1': { litellm_provider: 'openai', mode: 'audio_speech', input_cost_per_character: 1.5e-5 },
    'veo-3.0': { litellm_provider: 'gemini', mode: 'video_generation', output_cost_per_second: 0.4 },
    rented: { litellm_provider: 'bedrock', mode: 'chat', input_cost_per_second: 0.0001 },
  })
  expect(list).toEqual({
    prices: {
      'gpt-5.4': {
        ratio: 1.25,
        completion_ratio: 6,
        cache_ratio: 0.1,
        rules: [
          { when: { tier: 'priority' }, set: { factor: 2 } },
          { when: { input_over: 272_000 }, set: { factor: 2, completion_ratio: 4.5 } },
          { when: { tier: 'flex' }, set: { factor: 0.5 } },
        ],
      },
      'dall-e-3': { price: 0.04, rules: null },
      'whisper-1': { second_price: 0.0001, rules: null },
      'tts-1': { character_price: 15, rules: null },
      'veo-3.0': { second_price: 0.4, rules: null },
    },
    problems: {},
  })
})

test('LiteLLM: a name without its provider is that of the maker; regions and clouds have names of their own', () => {
  const entry = (litellm_provider: string, dollars: number) => ({
    litellm_provider,
    input_cost_per_token: dollars / 1e6,
    output_cost_per_token: dollars / 1e6,
  })
  const document = {
    'gemini/gemini-2.5-pro': entry('gemini', 2),
    'azure/gpt-4o': entry('azure', 4),
    'azure/eu/gpt-4o': entry('azure', 6),
    'groq/llama-3.3-70b': entry('groq', 8),
    'us.anthropic.claude-sonnet-4-5-v1:0': entry('bedrock_converse', 10),
  }
  const names = (provider = '') => {
    const { prices = {} } = read('litellm', document, provider)
    return Object.keys(prices).toSorted()
  }
  expect(names()).toEqual([
    'azure/eu/gpt-4o',
    'azure/gpt-4o',
    'gemini-2.5-pro',
    'gemini/gemini-2.5-pro',
    'groq/llama-3.3-70b',
    'us.anthropic.claude-sonnet-4-5-v1:0',
  ])
  expect(names('azure')).toEqual(['azure/eu/gpt-4o', 'azure/gpt-4o', 'gpt-4o'])
})

test('models.dev: dollars for a million tokens, with tiers in both of their forms', () => {
  const tier = { input: 4, output: 12, cache_read: 1 }
  const grok = { input: 2, output: 6, cache_read: 0.5 }
  const list = read('models_dev', {
    xai: {
      id: 'xai',
      models: {
        'grok-4.5': {
          id: 'grok-4.5',
          cost: { ...grok, tiers: [{ ...tier, tier: { type: 'context', size: 200_000 } }], context_over_200k: tier },
        },
        'grok-old': { id: 'grok-old', cost: { ...grok, context_over_200k: tier } },
        'grok-free': { id: 'grok-free' },
      },
    },
    anthropic: {
      models: { 'claude-sonnet-4-5': { cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 } } },
    },
    reseller: { models: { 'claude-sonnet-4-5': { cost: { input: 9, output: 9 } } } },
  })
  const rules = (input_over: number) => [{ when: { input_over }, set: { factor: 2 } }]
  const grokFields = { ratio: 1, completion_ratio: 3, cache_ratio: 0.25 }
  expect(list.prices).toMatchObject({
    'grok-4.5': { ...grokFields, rules: rules(199_999) },
    'grok-old': { ...grokFields, rules: rules(200_000) },
    'claude-sonnet-4-5': { ratio: 1.5, completion_ratio: 5, cache_ratio: 0.1, create_cache_ratio: 1.25, rules: null },
    'reseller/claude-sonnet-4-5': { ratio: 4.5, completion_ratio: 1 },
  })
  expect(Object.keys(list.prices ?? {})).not.toContain('grok-free')
})

test('OpenRouter: texts for a token; a variant is another model', () => {
  const list = read('openrouter', {
    data: [
      {
        id: 'anthropic/claude-sonnet-4.5',
        pricing: {
          prompt: '0.000003',
          completion: '0.000015',
          request: '0',
          image: '0.0048',
          internal_reasoning: '0',
          input_cache_read: '0.0000003',
          input_cache_write: '0.00000375',
          overrides: [
            {
              min_prompt_tokens: 200_000,
              prompt: '0.000006',
              completion: '0.0000225',
              input_cache_read: '0.0000006',
              input_cache_write: '0.0000075',
            },
          ],
        },
      },
      { id: 'z-ai/glm-4.5-air:free', pricing: { prompt: '0', completion: '0' } },
      { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
    ],
  })
  const sonnet = {
    ratio: 1.5,
    completion_ratio: 5,
    cache_ratio: 0.1,
    create_cache_ratio: 1.25,
    rules: [{ when: { input_over: 200_000 }, set: { factor: 2, completion_ratio: 3.75 } }],
  }
  expect(list).toEqual({
    prices: {
      'claude-sonnet-4.5': sonnet,
      'anthropic/claude-sonnet-4.5': sonnet,
      'z-ai/glm-4.5-air:free': { ratio: 0, completion_ratio: 1, rules: null },
    },
    problems: { 'openrouter/auto': 'notLess' },
  })
})

test('OpenRouter: overrides by length add up, and those by time count at no length', () => {
  const overrides = [
    { min_prompt_tokens: 100_000, prompt: '0.000002', completion: '0.000008' },
    { min_prompt_tokens: 200_000, prompt: '0.000004' },
    { min_prompt_tokens: 50_000, utc_start: 100, utc_end: 400, prompt: '0.0000005' },
    { utc_days: ['sun'], prompt: '0.0000005' },
  ]
  const pricing = { prompt: '0.000001', completion: '0.000004', overrides }
  expect(read('openrouter', { data: [{ id: 'a/b', pricing }] }).prices).toMatchObject({
    b: {
      ratio: 0.5,
      completion_ratio: 4,
      rules: [
        { when: { input_over: 200_000 }, set: { factor: 4, completion_ratio: 2 } },
        { when: { input_over: 100_000 }, set: { factor: 2 } },
      ],
    },
  })
})

test('a site: rows of prices, and tables of ratios', () => {
  const rows = read('site', {
    success: true,
    data: [
      { model_name: 'a', quota_type: 0, model_ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5, model_price: 0 },
      { model_name: 'b', quota_type: 1, model_ratio: 0, model_price: 0.04, completion_ratio: 0 },
    ],
  })
  expect(rows.prices).toEqual({
    a: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5, rules: null },
    b: { price: 0.04, rules: null },
  })
  const tables = read('site', {
    success: true,
    data: { model_ratio: { a: 1.25, b: 3 }, completion_ratio: { a: 4 }, cache_ratio: {}, model_price: { b: 0.04 } },
  })
  expect(tables.prices).toEqual({
    a: { ratio: 1.25, completion_ratio: 4, rules: null },
    b: { price: 0.04, rules: null },
  })
})

test('rows of this program have all ratios, rules and factors', () => {
  const row = {
    model_name: 'a',
    is_priced: true,
    quota_type: 0,
    model_ratio: 1,
    completion_ratio: 4,
    model_price: 0,
    tiers: [{ quota_type: 0, model_ratio: 2, completion_ratio: 4, model_price: 0, when: { input_over: 1000 } }],
    price_factors: [{ when: { days: ['sun'] }, factor: 0.5 }],
  }
  const unpriced = { model_name: 'b', is_priced: false, quota_type: 0, model_ratio: 37.5, completion_ratio: 1 }
  const list = read('site', { success: true, data: [row, unpriced] })
  expect(list.prices).toEqual({
    a: {
      ratio: 1,
      completion_ratio: 4,
      cache_ratio: 1,
      create_cache_ratio: 1,
      image_ratio: 1,
      audio_ratio: 1,
      rules: [
        { when: { input_over: 1000 }, set: { factor: 2 } },
        { when: { days: ['sun'] }, set: { factor: 0.5 }, stacks: true },
      ],
    },
  })
})

describe('files', () => {
  test('CSV: lines are counted as they are in the file, and named by their number', () => {
    const text = 'model,input\n\na,1\n,2\nempty,\na,1\nb,3\nb,4\n'
    const read = readPriceList('file', text)
    if (!read.ok) throw new Error('not read')
    expect(read.value.lines).toBe(6)
    expect(read.value.entries.map(({ name }) => name)).toEqual(['a'])
    expect(read.value.problems.map(({ model }) => model)).toEqual(['#4', 'b'])
  })

  test('CSV: columns in dollars or as ratios, in any order', () => {
    const text = [
      '\uFEFFModel,Input $/M,Output $/M,Cache read $/M,Per call,Ratio,Rules',
      'a,2.5,10,0.25,,,',
      '"b, the second",,,,0.04,,',
      'c,99,,,,1.5,"[{""when"":{""input_over"":1000},""set"":{""factor"":2}}]"',
      "'=d,1,2,,,,",
      ',1,,,,,',
      'e,dear,,,,,',
    ].join('\r\n')
    expect(read('file', text)).toEqual({
      prices: {
        a: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.1, rules: null },
        'b, the second': { price: 0.04, rules: null },
        c: { ratio: 1.5, rules: [{ when: { input_over: 1000 }, set: { factor: 2 } }] },
        '=d': { ratio: 0.5, completion_ratio: 2, rules: null },
      },
      problems: { '#6': 'required', e: 'mustBeNumber' },
    })
  })

  test('JSON: a list of objects, or a saved copy of a public list', () => {
    expect(read('file', [{ model: 'a', input: '2', output: 4 }]).prices).toEqual({
      a: { ratio: 1, completion_ratio: 2, rules: null },
    })
    const copy = { a: { litellm_provider: 'openai', input_cost_per_token: 2e-6, output_cost_per_token: 4e-6 } }
    expect(read('file', copy).prices).toMatchObject({ a: { ratio: 1, completion_ratio: 2 } })
  })

  test('a model with two prices is a problem, and neither counts', () => {
    const list = read('file', 'model,input\na,1\na,2\nb,1\nb,1')
    expect(list.problems).toEqual({ a: 'givenTwice' })
    expect(Object.keys(list.prices ?? {})).toEqual(['b'])
  })

  test.each(['model,input\n"a,1', 'no such columns\n1', '', '<html></html>', '[]', '{"a":{}}'])(
    '%p is refused',
    (text) => expect(read('file', text)).toHaveProperty('refused'),
  )
})

test.each<[string, PriceSourceKind, string]>([
  ['a page', 'litellm', '<!doctype html><title>Sign in</title>'],
  ['half a list', 'models_dev', '{"openai": {"models": {'],
  ['a list in place of an object', 'models_dev', '[]'],
  ['a refusal', 'site', '{"success":false,"message":"no"}'],
  ['an empty object', 'openrouter', '{}'],
  ['deep nesting', 'litellm', '['.repeat(200_000)],
])('%s is no list', (_, kind, text) => expect(read(kind, text)).toHaveProperty('refused'))

test.each<[string, Record<string, unknown>, string]>([
  ['negative', { input: -1, output: 1 }, 'notLess'],
  ['no number', { input: 'NaN', output: 1 }, 'mustBeNumber'],
  ['hexadecimal', { input: '0x10', output: 1 }, 'mustBeNumber'],
  ['an object', { input: {}, output: 1 }, 'mustBeNumber'],
  ['above ten thousand dollars', { input: 10_000.01, output: 1 }, 'priceImplausible'],
  ['free for input alone', { input: 0, output: 1 }, 'priceOnlyOfOutput'],
  ['without input', { output: 1 }, 'priceWithoutInput'],
  ['with reasoning apart', { input: 1, output: 2, reasoning: 3 }, 'priceOfReasoning'],
  ['impossible in a tier', { input: 1, output: 2, context_over_200k: { input: 'x' } }, 'mustBeNumber'],
])('a price that is %s is left out and named', (_, cost, reason) => {
  const list = read('models_dev', { openai: { models: { bad: { cost }, good: { cost: { input: 1, output: 1 } } } } })
  expect<Record<string, string> | undefined>(list.problems).toEqual({ 'openai/bad': reason })
  expect(Object.keys(list.prices ?? {})).toContain('openai/good')
})

test('figures keep their digits: no binary fraction comes between', () => {
  const cost = (input: unknown, output: unknown) => ({
    input_cost_per_token: input,
    output_cost_per_token: output,
    litellm_provider: 'x',
  })
  const { prices } = read('litellm', {
    a: cost('1e-07', '3e-07'),
    b: cost(0.0000001, 0.0000003),
    c: cost('0.00000015', '6.0E-7'),
  })
  expect(prices).toEqual({
    a: { ratio: 0.05, completion_ratio: 3, rules: null },
    b: { ratio: 0.05, completion_ratio: 3, rules: null },
    c: { ratio: 0.075, completion_ratio: 4, rules: null },
  })
})

test('names of properties are names of models', () => {
  const text =
    '{"__proto__":{"litellm_provider":"x","input_cost_per_token":2e-6,"output_cost_per_token":2e-6},"constructor":{"litellm_provider":"x","input_cost_per_token":4e-6,"output_cost_per_token":4e-6}}'
  const list = readPriceList('litellm', text)
  if (!list.ok) throw new Error('refused')
  const prices = pickPrices(list.value.entries, '')
  expect(prices.get('__proto__')?.fields.ratio).toBe(1)
  expect(prices.get('constructor')?.fields.ratio).toBe(2)
})
