import { expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { PriceProposal, PriceSource } from '@sluice/contract/price-sources'
import { setOptions, startTestApp } from '../admin/test-app.ts'
import { engines } from '../store/test-databases.ts'

for (const engine of engines) {
  // Newest first: the second file changed one line.
  test(`on ${engine.name} a list is proposed, proposed again, found, accepted and deleted`, async () => {
    const app = await startTestApp({ engine })
    await setOptions(app, { ModelRatio: '{"gpt-a":1,"GPT-a":1,"b":2}', ModelPrice: '{}', CompletionRatio: '{}' })
    const { id } = (await app.root.post('/api/price_source/', { name: 'file', kind: 'file' })).body.data as PriceSource
    expect((await app.root.post('/api/price_source/', { name: 'file', kind: 'file' })).body.code).toBe('name_taken')
    const upload = (text: string) => app.root.post(`/api/price_source/${id}/file`, { text })
    const find = async (query: string) => {
      const { items, total } = (await app.root.get(`/api/price_proposal/?${query}`)).body
        .data as PagedList<PriceProposal>
      return [total, ...items.map(({ model }) => model)]
    }
    await upload('model,ratio\ngpt-a,0.5\nGPT-a,2\nb,0\nç,1')
    await upload('model,ratio\ngpt-a,0.5\nGPT-a,2\nb,0\nç,1.5')
    expect(await find('state=open')).toEqual([4, 'ç', 'GPT-a', 'b', 'gpt-a'])
    expect(await find('doubt=none')).toEqual([1, 'gpt-a'])
    expect(await find(`doubt=to_zero&source_id=${id}`)).toEqual([1, 'b'])
    expect(await find('doubt=rises&side=sale')).toEqual([1, 'GPT-a'])
    expect(await find('model=Gpt&page_size=1&p=2')).toEqual([2, 'gpt-a'])
    const { body } = await app.root.post('/api/price_proposal/accept', { all: { model: 'gpt' } })
    expect(body.data).toEqual({ accepted: 2, renewed: [], refused: [] })
    expect(app.state.current().options.ModelRatio).toEqual({ 'gpt-a': 0.5, 'GPT-a': 2, b: 2 })
    expect((await app.root.post('/api/price_proposal/ignore', { all: { model: 'b' } })).body.data).toBe(1)
    expect(await find('state=open')).toEqual([1, 'ç'])
    await app.root.delete(`/api/price_source/${id}`)
    expect(await find('')).toEqual([0])
    await app.close()
  }, 60_000)

  test(`on ${engine.name} a proposal that one person ignores while another accepts all has one decision`, async () => {
    const app = await startTestApp({ engine })
    const models = Array.from({ length: 12 }, (_, index) => `m-${index}`)
    await setOptions(app, { ModelRatio: JSON.stringify(Object.fromEntries(models.map((model) => [model, 1]))) })
    const { id } = (await app.root.post('/api/price_source/', { name: 'file', kind: 'file' })).body.data as PriceSource
    const text = ['model,ratio', ...models.map((model) => `${model},2`)].join('\n')
    await app.root.post(`/api/price_source/${id}/file`, { text })
    const list = async (state: string) =>
      ((await app.root.get(`/api/price_proposal/?state=${state}&page_size=100`)).body.data as PagedList<PriceProposal>)
        .items
    const open = await list('open')
    const ignore = (one: PriceProposal) => app.root.post('/api/price_proposal/ignore', { ids: [one.id] })
    const [accepting, ...ignoring] = await Promise.all([
      app.root.post('/api/price_proposal/accept', { all: {} }),
      ...open.map(ignore),
    ])
    const ignored = (await list('ignored')).map(({ model }) => model)
    const accepted = (await list('accepted')).map(({ model }) => model)
    expect([...ignored, ...accepted].sort()).toEqual(models.toSorted())
    const { ModelRatio } = app.state.current().options
    expect(models.filter((model) => ModelRatio[model] === 2).sort()).toEqual(accepted.toSorted())
    expect(accepting.body.data).toMatchObject({ accepted: accepted.length })
    expect(ignoring.filter(({ body }) => body.data === 1)).toHaveLength(ignored.length)
    await app.close()
  }, 60_000)
}
