import { withheldIn } from '@sluice/contract/admin-rights'
import { isRecord } from '@sluice/contract/read-json'
import type { SystemStatus } from '@sluice/contract/status'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { noteRights } from './session.ts'
import { readJson, storedName, writeJson, writeText } from './storage.ts'

const isStatus = (value: unknown): value is SystemStatus =>
  isRecord(value) && 'setup' in value && 'quota_per_unit' in value

export const storedStatus = (): SystemStatus | null => readJson('status', isStatus)

/** Parts of the status have local keys of their own, which other clients of the same origin read. */
function rememberStatus(status: SystemStatus): void {
  writeJson('status', status)
  writeText('footer_html', status.footer_html)
  writeText('enable_data_export', String(status.enable_data_export))
  writeText('data_export_default_time', status.data_export_default_time)
  writeText('enable_drawing', String(status.enable_drawing))
  writeText('enable_task', String(status.enable_task))
  writeText('mj_notify_enabled', String(status.mj_notify_enabled))
  writeJson('chats', status.chats)
}

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    const status = await api('GET /api/status', { signal })
    rememberStatus(status)
    return status
  },
  staleTime: 60_000,
})

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api('GET /api/setup', { signal }),
  staleTime: 0,
})

/** For administrators: the enabled models without a price, by the saved prices. */
export const unsetModelsQuery = queryOptions({
  queryKey: ['unset-models'],
  queryFn: ({ signal }) => api('GET /api/option/unset_models', { signal }),
  staleTime: 0,
})

export const selfQuery = queryOptions({
  queryKey: ['self'],
  async queryFn({ signal }) {
    const self = await api('GET /api/user/self', { signal })
    noteRights(self.id, withheldIn(self.permissions?.admin_permissions ?? {}))
    return self
  },
})

/** A text of the operator; '' where none is set. */
export const siteTextQuery = (name: 'notice' | 'about' | 'home_page_content' | 'user-agreement' | 'privacy-policy') =>
  queryOptions({
    queryKey: ['site', name],
    queryFn: ({ signal }) => api(`GET /api/${name}`, { signal }),
    staleTime: 60_000,
  })

/**
 * Calls `listener` with the new status after another tab has loaded it, or another client of this origin has changed
 * its footer.
 */
export function onStatusElsewhere(listener: (status: SystemStatus) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const status = key === storedName('status') || key === storedName('footer_html') ? storedStatus() : null
    if (status === null) return
    listener(key === storedName('footer_html') ? { ...status, footer_html: newValue ?? '' } : status)
  })
}

/** The site's status; the one of the last visit until the server answers. */
export function useStatus(): SystemStatus | null {
  const { data } = useQuery({ ...statusQuery, throwOnError: false })
  return data ?? storedStatus()
}
