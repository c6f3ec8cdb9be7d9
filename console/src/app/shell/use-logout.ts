import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useNavigate } from '../../lib/page-router.tsx'
import { endSession } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'

/** Ends the session here and at the server, and drops all data loaded for the account. */
export function useLogout(): () => void {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api('GET /api/user/logout'),
    onSuccess: async () => {
      endSession()
      await navigate({ to: '/login' })
      queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
      toastSuccess(t('loggedOut'))
    },
  })
  return mutate
}
