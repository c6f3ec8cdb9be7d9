import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toastSuccess } from '../../lib/toasts.ts'

/** Ends a dialog whose change is stored: says so, closes it, and reads again what it changed. */
export function useDialogEnd(onClose: () => void, { queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient()
  return async (text: string): Promise<void> => {
    toastSuccess(text)
    onClose()
    await client.invalidateQueries({ queryKey })
  }
}
