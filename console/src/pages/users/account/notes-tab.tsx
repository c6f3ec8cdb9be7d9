import type { User } from '@sluice/contract/user'
import { type UserNote, userNoteLimits } from '@sluice/contract/user-note'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { isRoot, may, useSessionUser } from '../../../lib/session.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import css from './account.module.css'
import { accountNotesQuery, addNote, deleteNote } from './queries.ts'

/** What administrators wrote down about the account, which does not see it. */
export function NotesTab({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const viewer = useSessionUser()
  const query = useQuery(accountNotesQuery(user.id))
  const mayWrite = may(viewer, 'user.write')
  return (
    <>
      <p className={`${texts.help} ${layout.notice}`}>{t('notes.purpose')}</p>
      {mayWrite && user.DeletedAt === null && <AddNote userId={user.id} />}
      <LoadState query={query} rows={3} place="page">
        {(notes) =>
          notes.length === 0 ? (
            <p className={texts.help}>{t('notes.empty')}</p>
          ) : (
            <Stack as="ul" gap={0} className={css.sessions}>
              {notes.map((note) => (
                <NoteRow
                  key={note.id}
                  userId={user.id}
                  note={note}
                  mayDelete={mayWrite && (note.author_id === viewer?.id || isRoot(viewer))}
                />
              ))}
            </Stack>
          )
        }
      </LoadState>
    </>
  )
}

function AddNote({ userId }: { userId: number }) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: () => addNote(userId, text.trim()),
    onSuccess: () => {
      setText('')
      toastSuccess(t('notes.added'))
      return client.invalidateQueries(accountNotesQuery(userId))
    },
  })
  return (
    <Stack align="start" className={layout.notice}>
      <Input.TextArea
        value={text}
        aria-label={t('notes.label')}
        placeholder={t('notes.label')}
        rows={3}
        maxLength={userNoteLimits.text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button disabled={text.trim() === ''} loading={add.isPending} onClick={() => add.mutate()}>
        {t('notes.add')}
      </Button>
    </Stack>
  )
}

function NoteRow({ userId, note, mayDelete }: { userId: number; note: UserNote; mayDelete: boolean }) {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const remove = () =>
    confirm({
      title: t('notes.deleteTitle'),
      consequence: t('notes.deleteText'),
      confirm: t('common:actions.delete'),
      run: async () => {
        await deleteNote(userId, note.id)
        toastSuccess(t('notes.deleted'))
        await client.invalidateQueries(accountNotesQuery(userId))
      },
    })
  return (
    <Row as="li" gap={16} align="start" justify="between">
      <div>
        <div className={texts.anywhere} style={{ whiteSpace: 'pre-wrap' }}>
          {note.text}
        </div>
        <Row as="p" gap={[0, 12]} wrap className={texts.help}>
          <span>{note.author}</span>
          <TimeText seconds={note.created_time} />
        </Row>
      </div>
      {mayDelete && (
        <Button aria-label={t('notes.deleteLabel', { author: note.author })} onClick={remove}>
          {t('common:actions.delete')}
        </Button>
      )}
    </Row>
  )
}
