import { Link } from '@tanstack/react-router'
import { AuthCard } from '../ui/page/auth-card.tsx'

export function NotFound() {
  return (
    <AuthCard title="Page not found">
      <p>There is nothing at this address. It may have been deleted, or the link is misspelt.</p>
      <Link to="/">Go to the start</Link>
    </AuthCard>
  )
}
