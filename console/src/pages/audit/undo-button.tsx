import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import type { AuditLine } from '@sluice/contract/audit'
import { writerOf } from '@sluice/contract/options/registry'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import texts from '../../components/text.module.css'
import { statusQuery } from '../../lib/queries.ts'
import { isRoot, may, useSessionUser } from '../../lib/session.ts'
import { toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { useOptionTexts } from './action-sentence.tsx'
import { buildUndo, type Undo, undoOf } from './build-undo.ts'
import { auditKey, loadOption, optionQuery, writeOption } from './queries.ts'

/** Undoes the change of a setting, for those who may write it; otherwise nothing. */
export function UndoButton({ line }: { line: AuditLine }) {
  const user = useSessionUser()
  const undo = undoOf(line)
  if (undo === null || !may(user, 'setting.write')) return null
  if (writerOf(undo.key) === 'root' && !isRoot(user)) return null
  return <UndoChange undo={undo} />
}

function UndoChange({ undo }: { undo: Undo }) {
  const { t } = useTranslation('audit')
  const confirm = useConfirmAction()
  const client = useQueryClient()
  const { title: name } = useOptionTexts(undo.key)
  const stored = useQuery(optionQuery(undo.key))
  const { mutateAsync } = useMutation({
    mutationFn: async () => {
      const write = buildUndo(undo, await loadOption(undo.key))
      if (write !== null) await writeOption(write)
      return write !== null
    },
    onSuccess: (isDone) => {
      if (isDone) toastSuccess(t('undo.done', { name }))
      else toastWarning(t('undo.stale', { name }))
    },
    onSettled: () =>
      // The line of the undo, and names, switches and texts that the rest of the console shows.
      Promise.all([auditKey, statusQuery.queryKey, ['site']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  if (stored.isPending) return null
  // Without an answer the click finds out.
  if (stored.isSuccess && buildUndo(undo, stored.data) === null)
    return <p className={texts.hint}>{t('undo.stale', { name })}</p>
  const ask = () =>
    confirm({
      title: t('undo.title', { name }),
      consequence: t('undo.text'),
      confirm: t('undo.confirm'),
      run: () => mutateAsync(),
    })
  return (
    <div>
      <Button size="small" icon={<UndoOutlined aria-hidden />} onClick={ask}>
        {t('undo.action')}
      </Button>
    </div>
  )
}
