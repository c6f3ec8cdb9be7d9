import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react/pure'
import { visit } from '../../../test/visit.tsx'
import { VendorsTab } from './vendors-tab.tsx'

test('an empty list offers to add an entry', async () => {
  const { user, address } = await visit(<VendorsTab />, {
    answers: { 'GET /api/vendors/search': () => ({ data: { items: [], total: 0, page: 1, page_size: 10 } }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Add vendor' }))
  expect(address()).toBe('/here?open=new')
})
