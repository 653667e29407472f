import { driver } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'

const menu = 'nav[aria-label="Main"]'
const stops = [
  {
    element: `${menu} a`,
    title: 'Ask',
    description: 'The agent answers from your memory and files, and shows where it read it.',
  },
  {
    element: `${menu} a[href$="/agent-apps"]`,
    title: 'Agent apps',
    description: 'Small programs with a form. Drop a folder into manifests/ and it appears here.',
  },
  {
    element: `${menu} a[href$="/data"]`,
    title: 'Data',
    description: 'Import a CSV file, look at its columns, query it with SQL, draw a chart. Jobs are here too.',
  },
  {
    element: '[data-tour="search"]',
    title: 'Search or jump to',
    description: 'Every page, action, app, dataset, conversation and note, from any page by Ctrl-K.',
  },
  {
    element: '[data-tour="activity"]',
    title: 'Activity',
    description: 'What works in the background now, with its progress.',
  },
]

/** Shows what is where in the shell, stop by stop; Escape ends it. Stops whose plugin is off are left out. */
export function startTour(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  driver({
    animate: !isStill,
    overlayOpacity: 0.4,
    stageRadius: 6,
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    steps: stops
      .filter(({ element }) => document.querySelector(element)?.checkVisibility() === true)
      .map(({ element, title, description }) => ({ element, popover: { title, description, side: 'right' } })),
  }).drive()
}
