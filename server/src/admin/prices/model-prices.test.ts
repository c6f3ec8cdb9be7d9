import { expect, test } from 'bun:test'
import { startTestApp } from '../test-app.ts'

test('prices of models are in dollars for what they are by; models without a price are left out', async () => {
  const app = await startTestApp()
  try {
    const set = (key: string, value: object) => app.root.put('/api/option/', { key, value: JSON.stringify(value) })
    await set('ModelRatio', { 'own-text': 1.25 })
    await set('CompletionRatio', { 'own-text': 4 })
    await set('ModelPrice', { 'own-picture': 0.04 })
    const { body } = await app.root.post('/api/prices/models', {
      models: ['own-picture', 'own-text', 'own-text', 'nobody-knows-it'],
    })
    expect(body.data).toEqual([
      { model: 'own-picture', unit: 'call', amount: 0.04, output: null },
      { model: 'own-text', unit: 'tokens', amount: 2.5, output: 10 },
    ])
  } finally {
    await app.close()
  }
})
