import { type AnnouncementPlace, announcementPlaces, placesOf } from '@sluice/contract/announcement-times'
import { languages, nameOfLanguage, type TextLanguage } from '@sluice/contract/messages/languages'
import { type Announcement, announcementTypes, contentLimits } from '@sluice/contract/site-content'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnnouncementBanner } from '../../components/announcement-banner.tsx'
import { AnnouncementList } from '../../components/announcement-list.tsx'
import { FormDrawer, FormGroup, type Submitted } from '../../components/form-drawer.tsx'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useOpening } from '../../components/use-opening.ts'
import css from './announce.module.css'
import { type AnnouncementValues, blankValues, buildAnnouncement, buildValues, fieldsOf } from './announcements.ts'
import { useSaveChange } from './use-save-change.ts'

export type OpenAnnouncement = Announcement | 'new'

/** Adds an announcement, or edits one. */
export function AnnouncementDrawer({ open, onClose }: { open: OpenAnnouncement | null; onClose(): void }) {
  const { t } = useTranslation('announce')
  const shown = useOpening(open)
  const save = useSaveChange()
  const [now] = useState(Date.now)
  if (shown.open === null) return null
  const edited = shown.open === 'new' ? null : shown.open
  const submit = async (values: AnnouncementValues): Promise<Submitted> => {
    const after = buildAnnouncement(values, edited)
    if (edited !== null && JSON.stringify(after) === JSON.stringify(buildAnnouncement(buildValues(edited), edited)))
      return 'unchanged'
    await save({ before: edited, after }, t('saved'))
    return 'saved'
  }
  return (
    <FormDrawer<AnnouncementValues>
      key={shown.count}
      open={shown.isOpen}
      title={edited === null ? t('add') : t('editTitle')}
      initialValues={edited === null ? blankValues(now) : buildValues(edited)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields isNew={edited === null} />
    </FormDrawer>
  )
}

function Fields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(['announce', 'content'])
  const form = Form.useFormInstance<AnnouncementValues>()
  /** What has an end is usually urgent. */
  const suggestPlaces = (until: string) => {
    if (isNew && !form.isFieldTouched('places')) form.setFieldValue('places', [...placesOf({ publishDate: '', until })])
  }
  const isBanner = (Form.useWatch<AnnouncementPlace[] | undefined>('places') ?? []).includes('banner')
  const hasEnd = (Form.useWatch<string | undefined>('until') ?? '') !== ''
  return (
    <>
      <FormGroup title={t('text')}>
        <LanguageFields language="en" />
      </FormGroup>
      <FormGroup title={t('textChinese')}>
        <LanguageFields language="zh" />
      </FormGroup>
      <FormGroup title={t('when')}>
        <Form.Item<AnnouncementValues> name="type" label={t('column.type')} required>
          <Select
            options={announcementTypes.map((value) => ({ value, label: t(`content:announcements.type.${value}`) }))}
          />
        </Form.Item>
        <div className={css.pair}>
          <Form.Item<AnnouncementValues>
            name="publishDate"
            label={t('column.from')}
            required
            rules={[{ required: true, message: t('problem.from') }]}
          >
            <Input type="datetime-local" max="9999-12-31T23:59" />
          </Form.Item>
          <Form.Item<AnnouncementValues>
            name="until"
            label={t('column.until')}
            dependencies={['publishDate']}
            rules={[
              ({ getFieldValue }) => ({
                validator: async (_, until: string) => {
                  if (until && until <= getFieldValue('publishDate')) throw new Error(t('problem.until'))
                },
              }),
            ]}
          >
            <Input
              type="datetime-local"
              max="9999-12-31T23:59"
              onChange={({ target }) => suggestPlaces(target.value)}
            />
          </Form.Item>
        </div>
        <Form.Item label={t('column.places')} required extra={isBanner && !hasEnd ? t('noEnd') : t('placesHint')}>
          <Form.Item<AnnouncementValues>
            name="places"
            noStyle
            rules={[
              {
                // A group of boxes cannot be required for a screen reader, as a rule of that name says.
                validator: async (_, places: readonly string[]) => {
                  if (places.length === 0) throw new Error(t('problem.places'))
                },
              },
            ]}
          >
            <Checkbox.Group>
              <Stack gap={4}>
                {announcementPlaces.map((value) => (
                  <Checkbox key={value} value={value}>
                    {t(`placeHint.${value}`)}
                  </Checkbox>
                ))}
              </Stack>
            </Checkbox.Group>
          </Form.Item>
        </Form.Item>
      </FormGroup>
      <Preview />
    </>
  )
}

function LanguageFields({ language }: { language: TextLanguage }) {
  const { t } = useTranslation('announce')
  const { content, extra } = fieldsOf[language]
  const isFirst = language === 'en'
  const max = { content: contentLimits.announcementContent, extra: contentLimits.announcementExtra }
  return (
    <>
      <Form.Item<AnnouncementValues>
        name={content}
        label={t('field.content')}
        {...(isFirst && { required: true })}
        extra={isFirst ? undefined : t('chineseHint')}
        rules={[
          { required: isFirst, whitespace: true, message: t('problem.content') },
          // A field with a maximum would cut what is pasted.
          { max: max.content, message: t('problem.long', { max: max.content }) },
        ]}
      >
        <Input.TextArea autoFocus={isFirst} autoSize={{ minRows: 3, maxRows: 12 }} spellCheck lang={language} />
      </Form.Item>
      <Form.Item<AnnouncementValues>
        name={extra}
        label={t('field.extra')}
        rules={[{ max: max.extra, message: t('problem.long', { max: max.extra }) }]}
      >
        <Input autoComplete="off" spellCheck lang={language} />
      </Form.Item>
    </>
  )
}

/** As readers of both languages will see it. */
function Preview() {
  const { t } = useTranslation('announce')
  const form = Form.useFormInstance<AnnouncementValues>()
  const values = Form.useWatch<AnnouncementValues | undefined>([], form)
  if (values === undefined) return null
  const { content = '', content_zh: chinese = '', places = [], publishDate = '' } = values
  if (content.trim() === '') return <p className={texts.hint}>{t('previewLater')}</p>
  const isTimed = !Number.isNaN(Date.parse(publishDate))
  const shown = buildAnnouncement({ ...values, publishDate: isTimed ? publishDate : '2000-01-01T00:00' }, null)
  const shownLanguages = chinese.trim() === '' ? (['en'] as const) : languages.toReversed()
  return (
    <FormGroup title={t('preview')}>
      <Stack gap={16}>
        {shownLanguages.map((language) => (
          <section
            key={language}
            className={css.preview}
            lang={language}
            aria-label={t('previewIn', { language: nameOfLanguage(language) })}
          >
            <h3 className={texts.hint}>{chinese.trim() === '' ? t('allLanguages') : nameOfLanguage(language)}</h3>
            {places.includes('banner') && <AnnouncementBanner announcement={shown} language={language} />}
            {/* A banner stands above the sign-in page, too. */}
            {places.includes('login') && !places.includes('banner') && (
              <AnnouncementBanner announcement={shown} language={language} isBox />
            )}
            {(places.includes('bell') || places.includes('status')) && (
              <AnnouncementList announcements={[shown]} language={language} />
            )}
          </section>
        ))}
      </Stack>
    </FormGroup>
  )
}
