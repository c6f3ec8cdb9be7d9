import { expect, test } from 'bun:test'
import { fireEvent, screen, visit } from '../../../test/visit.tsx'
import { LogFilterBar } from './log-filter-bar.tsx'
import { logFilterDefaults } from './log-filters.ts'

const renderBar = async (isAdmin: boolean) => {
  const changes: object[] = []
  await visit(
    <LogFilterBar
      isAdmin={isAdmin}
      filters={logFilterDefaults}
      setFilters={(change) => changes.push(change)}
      openedAt={1_700_000_000}
      onRefresh={() => {}}
      isRefreshing={false}
    />,
    {
      role: isAdmin ? 'admin' : 'user',
      answers: {
        'GET /api/group/': () => ({ data: [] }),
        'GET /api/user/self/groups': () => ({ data: {} }),
      },
    },
  )
  return changes
}

test.each([true, false])(
  'the log is searched for a request, with spaces removed (administrator: %p)',
  async (isAdmin) => {
    const changes = await renderBar(isAdmin)
    const field = screen.getByPlaceholderText('Request ID')
    fireEvent.change(field, { target: { value: ' r-17 ' } })
    fireEvent.blur(field)
    expect(changes).toEqual([{ request_id: 'r-17' }])
  },
)
