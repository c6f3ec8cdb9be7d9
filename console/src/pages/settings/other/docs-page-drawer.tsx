import { docsPageLimits } from '@sluice/contract/docs-page'
import { isGuideChapter } from '@sluice/contract/guide-chapters'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { keysOf } from '@sluice/contract/typed-keys'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Segmented, Switch } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocsArticle } from '../../../components/docs-article/docs-article.tsx'
import { withoutTitle } from '../../../components/docs-article/without-title.ts'
import { FormDrawer, FormGroup, type Submitted } from '../../../components/form-drawer.tsx'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import { UnreadableDrawer } from '../../../components/unreadable-drawer.tsx'
import { useOpening } from '../../../components/use-opening.ts'
import { api } from '../../../lib/api.ts'
import { useStatus } from '../../../lib/queries.ts'
import { siteAddress } from '../../../lib/site-address.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { blankPage, changedValues, type DocsPageValues, docsPagesKey, nameOfPage } from './docs-pages.ts'
import css from './other.module.css'

/** Adds a page of the documentation, or edits the one with the id. */
export function DocsPageDrawer({ open, onClose }: { open: number | 'new' | null; onClose(): void }) {
  const { t } = useTranslation(['settings-other', 'common'])
  const client = useQueryClient()
  const shown = useOpening(open)
  const id = shown.open === 'new' ? null : shown.open
  // Loaded at each opening, and not again while open: edits are compared with it.
  const query = useQuery({
    queryKey: ['docs-page-edited', id, shown.count],
    queryFn: id === null ? skipToken : ({ signal }) => api('GET /api/docs_page/:id', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    throwOnError: false,
  })
  const { data: page, error } = query
  if (shown.open === null) return null
  if (error !== null)
    return (
      <UnreadableDrawer
        open={shown.isOpen}
        title={t('docsPages.unreadable')}
        error={error}
        notFoundText={t('docsPages.gone')}
        isRetrying={query.isFetching}
        onRetry={query.refetch}
        onClose={onClose}
      />
    )
  const save = async (values: DocsPageValues): Promise<Submitted> => {
    if (page === undefined) await api('POST /api/docs_page/', { body: values })
    else {
      const changes = changedValues(page, values)
      if (Object.keys(changes).length === 0) return 'unchanged'
      const was = Object.fromEntries(keysOf(changes).map((name) => [name, page[name]]))
      await api('PUT /api/docs_page/', { body: { id: page.id, ...changes, was } })
    }
    toastSuccess(t('docsPages.saved', { title: nameOfPage(values) }))
    void client.invalidateQueries({ queryKey: docsPagesKey })
    return 'saved'
  }
  const isLoading = id !== null && page === undefined
  return (
    <FormDrawer<DocsPageValues>
      key={shown.count}
      open={shown.isOpen}
      loading={isLoading}
      title={id === null ? t('docsPages.add') : t('docsPages.edit')}
      initialValues={page ?? blankPage}
      onSubmit={save}
      onClose={onClose}
    >
      {!isLoading && <Fields slug={page?.slug} />}
    </FormDrawer>
  )
}

/** The fields of a language. */
const namesIn = (language: TextLanguage) => ({ title: `title_${language}`, body: `body_${language}` }) as const

/** A picture that the policy of the site's pages blocks. */
const plainPicture = /!\[[^\]]*\]\(\s*<?http:|<img\b[^>]*\bsrc\s*=\s*["']?http:/i

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** `slug`: the present address; undefined = a new page. */
function Fields({ slug: present }: { slug: string | undefined }) {
  const { t } = useTranslation('settings-other')
  const isMoved = Form.useWatch('slug') !== present && present !== undefined
  return (
    <>
      <Form.Item<DocsPageValues>
        name="slug"
        label={t('docsPages.slug')}
        extra={isMoved ? t('docsPages.slugMoved', { path: `/docs/${present}` }) : t('docsPages.slugHint')}
        required
        rules={[
          { pattern: slugForm, required: true, message: t('docsPages.slugProblem') },
          {
            validator: async (_, slug: string) => {
              if (isGuideChapter(slug)) throw new Error(t('docsPages.slugTaken'))
            },
          },
        ]}
      >
        <Input autoFocus autoComplete="off" prefix="/docs/" maxLength={docsPageLimits.slug} />
      </Form.Item>
      <FormGroup title={t('docsPages.english')}>
        <LanguageFields language="en" />
      </FormGroup>
      <FormGroup title={t('docsPages.chinese')}>
        <LanguageFields language="zh" />
      </FormGroup>
      <Form.Item<DocsPageValues>
        name="is_published"
        label={t('docsPages.published')}
        extra={t('docsPages.publishedHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item<DocsPageValues> name="needs_login" label={t('docsPages.needsLogin')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

function LanguageFields({ language }: { language: TextLanguage }) {
  const { t } = useTranslation('settings-other')
  const [view, setView] = useState<'write' | 'preview'>('write')
  const { title, body } = namesIn(language)
  const text: string | undefined = Form.useWatch(body)
  const isFirst = language === 'en'
  return (
    <>
      <Form.Item<DocsPageValues>
        name={title}
        label={t('docsPages.pageTitle')}
        dependencies={isFirst ? ['title_zh'] : []}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, text: string) => {
              if (isFirst && !text.trim() && !String(getFieldValue('title_zh') ?? '').trim())
                throw new Error(t('docsPages.titleProblem'))
            },
          }),
        ]}
      >
        <Input autoComplete="off" maxLength={docsPageLimits.title} />
      </Form.Item>
      <Segmented<'write' | 'preview'>
        className={layout.notice}
        aria-label={t('preview.view')}
        value={view}
        onChange={setView}
        options={[
          { value: 'write', label: t('preview.write') },
          { value: 'preview', label: t('preview.preview') },
        ]}
      />
      <Form.Item<DocsPageValues>
        name={body}
        label={t('docsPages.text')}
        extra={
          <>
            {plainPicture.test(text ?? '') && <div className={texts.problem}>{t('docsPages.plainPicture')}</div>}
            {t('docsPages.textHint')}
          </>
        }
        // The text stays in the form while its preview is shown.
        hidden={view === 'preview'}
        // A field with a maximum would cut what is pasted.
        rules={[{ max: docsPageLimits.body, message: t('docsPages.bodyLong', { max: docsPageLimits.body }) }]}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 20 }} spellCheck />
      </Form.Item>
      {view === 'preview' && (
        <Suspense>
          <Preview language={language} />
        </Suspense>
      )}
    </>
  )
}

/** The page as its readers see it. */
function Preview({ language }: { language: TextLanguage }) {
  const { title, body } = namesIn(language)
  const form = Form.useFormInstance<DocsPageValues>()
  const site = siteAddress(useStatus()?.server_address)
  const [heading = '', markdown = ''] = [Form.useWatch(title, form), Form.useWatch(body, form)]
  const values = { site, key: null, model: null }
  return (
    <div className={css.docsPagePreview}>
      <DocsArticle
        article={{ title: heading, markdown: withoutTitle(markdown, heading) }}
        shown={values}
        whole={values}
      />
    </div>
  )
}
