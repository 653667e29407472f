export const handbookTitle = 'Sample handbook'

/** A made-up text of the sample data, which memory and files both have: questions about it have answers. */
export const handbookText = `# Sample handbook

This handbook belongs to Harbour Street Studio, a company of twelve that does not exist. It is sample data: ask about it, change it, or
remove it.

## Working hours

The studio is open from 8:00 to 19:00 on weekdays. Everybody is there from 10:00 to 15:00, and chooses the other hours. Meetings take place
on Tuesdays and Thursdays; Wednesday is kept free of meetings.

## Leave

Everybody has 28 days of leave a year. Up to five days move into the next year and must be taken by the end of March. Enter leave in the
calendar two weeks ahead; a single day needs one day's notice.

## Travel and expenses

Trains are booked in second class, flights only where the train takes more than seven hours. Hotels may cost up to 140 euros a night. Hand in
receipts within 30 days; they are paid back with the next salary.

## Equipment

A laptop is replaced after four years. Each desk has a screen, a keyboard and a budget of 400 euros for whatever else helps. A lost device is
reported to Noor the same day, at any hour.

## Visitors

The meeting room on the second floor, the Lighthouse, holds eight people and is booked in the calendar. Visitors sign in at the front desk; the
wireless network for guests is called harbour-guest, and its password changes every Monday.

## First week

On the first day Noor hands over the keys and the laptop. On the second day there is a lunch with everybody. By Friday each new person has
shipped one small thing.
`
