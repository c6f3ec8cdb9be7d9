import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { saveStream } from '../../lib/save-stream.ts'
import { toastFailure } from '../../lib/toasts.ts'
import { type UserListParams, userFilterQuery } from './queries.ts'

/** Saves all accounts of the filter as a file. */
export function ExportUsers({ filters }: { filters: Omit<UserListParams, 'page' | 'pageSize'> }) {
  const { t } = useTranslation('users')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      saveStream('users.csv', (signal) =>
        api.file('GET /api/user/export', { query: userFilterQuery(filters), signal }),
      ),
    onError: toastFailure,
  })
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={isPending}
      title={t('exportHint')}
      onClick={() => mutate()}
    >
      {t('export')}
    </Button>
  )
}
