import { expect, test } from 'bun:test'
import {
  buildParameters,
  type KnownModel,
  type ModelParameters,
  modelsWithout,
  parametersOf,
  type Tool,
} from './model-parameters.ts'

const weather: Tool = { name: 'get_weather', description: '', parameters: '{"type":"object"}', result: 'sunny' }
const everything: ModelParameters = {
  effort: 'low',
  verbosity: 'high',
  topP: 0.5,
  seed: 7,
  stop: ['END'],
  schema: '{"type":"object"}',
  tools: [weather],
}
const known = (model_name: string, abilities: ('tools' | 'reasoning' | 'structured_output' | 'vision')[]) => ({
  model_name,
  abilities,
})

test('only what was set is sent', () => {
  expect(buildParameters({}, parametersOf('gpt-5.1', undefined))).toEqual({})
  expect(buildParameters({ stop: [], schema: '', tools: [] }, parametersOf('gpt-5.1', undefined))).toEqual({})
  expect(buildParameters(everything, parametersOf('gpt-5.1', undefined))).toEqual({
    reasoning_effort: 'low',
    verbosity: 'high',
    top_p: 0.5,
    seed: 7,
    stop: ['END'],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: { type: 'object' } },
    },
    tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
  })
})

test('a model gets no parameter that its catalogue excludes, or that its wire does not have', () => {
  const plain = parametersOf('gpt-4o', known('gpt-4o', ['tools', 'structured_output']))
  expect([...plain]).toEqual(['topP', 'seed', 'stop', 'schema', 'tools'])
  const claude = parametersOf('claude-sonnet-4-5', known('claude-sonnet-4-5', ['tools', 'reasoning']))
  expect([...claude]).toEqual(['effort', 'topP', 'stop', 'tools'])
  expect(buildParameters(everything, claude)).not.toHaveProperty('seed')
})

test('sound is asked for only of models that make it', () => {
  const speaking = parametersOf('gpt-4o-audio-preview', {
    ...known('gpt-4o-audio-preview', []),
    output_modalities: ['text', 'audio'],
  })
  expect(buildParameters({ sound: true }, speaking)).toEqual({
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'pcm16' },
  })
  expect(buildParameters({ sound: true }, parametersOf('gpt-5.1', undefined))).toEqual({})
})

test('a model lacks an input only if its catalogue lists others', () => {
  const facts = new Map<string, KnownModel>([
    ['a', { ...known('a', []), input_modalities: ['text'] }],
    ['b', { ...known('b', []), input_modalities: ['text', 'image'] }],
    ['c', known('c', [])],
  ])
  expect(modelsWithout('image', ['a', 'b', 'c', 'd'], facts)).toEqual(['a'])
})

test('a schema or a tool that is not valid is left out', () => {
  const taken = parametersOf('gpt-5.1', undefined)
  const broken = [
    { ...weather, name: 'get weather' },
    { ...weather, parameters: '{' },
  ]
  expect(buildParameters({ schema: '[1]', tools: broken }, taken)).toEqual({})
})
