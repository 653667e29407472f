import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../ui/forms/use-submit.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { ImportProject } from './exchange.tsx'
import { counted } from './records.ts'
import type { Project } from './records.ts'
import classes from './research.module.css'

/** The research projects of the workspace. */
export function ProjectList() {
  const [isNew, setNew] = useState(false)
  const listing = useListing<Project>(['research', 'list', 'projects'], options =>
    svc.research.projects.list(undefined, options),
  )
  const begin = (
    <div className={classes.bar}>
      <Button data-key="n" onClick={() => setNew(true)}>
        New project
      </Button>
      <ImportProject />
    </div>
  )
  return (
    <>
      <Loaded query={listing} sketch={<RowsSketch />}>
        {projects =>
          projects.length === 0 ? (
            <EmptyState icon="flask" action={begin} manual="research">
              What you read, what you claim, and what each claim rests on.
            </EmptyState>
          ) : (
            <>
              {begin}
              <ul aria-label="Projects" className={classes.projects}>
                {projects.map(project => (
                  <li key={project.research_project_id}>
                    <Link to="/research" search={{ project: project.research_project_id } as never}>
                      {project.title}
                    </Link>
                    {project.question !== null && <p>{project.question}</p>}
                    <p className={classes.small}>
                      {countsOf(project)} · <Time at={project.updated_at} />
                    </p>
                  </li>
                ))}
              </ul>
              <ShowMore listing={listing} />
            </>
          )
        }
      </Loaded>
      {isNew && <NewProject onClose={() => setNew(false)} />}
    </>
  )
}

function countsOf({ counts: { sources, claims, reports, problems } }: Project): string {
  const bad = problems === 0 ? '' : `, ${problems} that do not hold`
  return `${counted(sources, 'source')}, ${counted(claims, 'claim')}${bad}, ${counted(reports, 'report')}`
}

function NewProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const question = textIn(form, 'question')
    const made = await svc.research.projects.create({
      title: textIn(form, 'title'),
      ...(question !== '' && { question }),
    })
    await navigate({ to: '.', search: { project: made.research_project_id } } as never)
  })
  return (
    <Modal opened onClose={onClose} title="New project">
      <form onSubmit={onSubmit}>
        <Stack gap={16}>
          <TextInput name="title" label="Title" maxLength={300} required error={refusal.at('/title')} data-autofocus />
          <Textarea
            name="question"
            label="Question"
            maxLength={2000}
            autosize
            minRows={2}
            error={refusal.at('/question')}
          />
          <RefusalPanel refusal={refusal} />
          <SubmitButton loading={isBusy}>Make project</SubmitButton>
        </Stack>
      </form>
    </Modal>
  )
}
