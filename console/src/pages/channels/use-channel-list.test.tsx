import { expect, test } from 'bun:test'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { readText, writeText } from '../../lib/storage.ts'
import { useChannelList } from './use-channel-list.ts'

function PageSize() {
  const { params, list } = useChannelList()
  return (
    <>
      <output>{`page ${params.page} of ${params.pageSize} rows`}</output>
      <button type="button" onClick={() => list.setPage(params.page + 1, params.pageSize)}>
        Next
      </button>
      <button type="button" onClick={() => list.setPage(params.page, 500)}>
        500 rows
      </button>
    </>
  )
}

const answers = { 'POST /api/channel/rows': () => ({ data: { items: [], total: 0, tags: [] } }) }
const waitForText = (text: string) => screen.findByText(text)

test('the page size is remembered for all lists, and a new size leads to the first page', async () => {
  const { user, address, go } = await visit(<PageSize />, { answers, at: '/channel' })
  await waitForText('page 1 of 10 rows')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitForText('page 2 of 10 rows')
  await user.click(screen.getByRole('button', { name: '500 rows' }))
  await waitForText('page 1 of 500 rows')
  expect(address()).toBe('/channel?page_size=500')
  // Later, from a link without a page size.
  go('/channel')
  await waitFor(() => expect(address()).toBe('/channel'))
  await waitForText('page 1 of 500 rows')
  expect(readText('page-size')).toBe('500')
})

test('a remembered size below all that are offered is ignored, and the size in a link takes precedence', async () => {
  writeText('page-size', '7')
  const { go } = await visit(<PageSize />, { answers, at: '/channel' })
  await waitForText('page 1 of 10 rows')
  go('/channel?page_size=50')
  await waitForText('page 1 of 50 rows')
})
