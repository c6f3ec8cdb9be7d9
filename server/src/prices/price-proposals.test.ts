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
}
