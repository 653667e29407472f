import { houseStyle } from './house-style.ts'

/** Author and page in the text, works cited by author: after the handbook of the Modern Language Association. */
export const mla = houseStyle({
  name: 'mla',
  title: 'MLA (house style)',
  category: 'author',
  body: `
  <macro name="short"><names variable="author"><name form="short" and="text" delimiter=", " et-al-min="3" et-al-use-first="1"/>
    <substitute><names variable="editor"/><text macro="title-short"/></substitute></names></macro>
  <macro name="title-short"><choose><if type="book report thesis" match="any"><text variable="title" form="short" font-style="italic" text-case="title"/></if><else><text variable="title" form="short" quotes="true" text-case="title"/></else></choose></macro>
  <macro name="full"><names variable="author"><name name-as-sort-order="first" and="text" delimiter=", " delimiter-precedes-last="always" et-al-min="3" et-al-use-first="1"/><label form="long" prefix=", "/>
    <substitute><names variable="editor"/></substitute></names></macro>
  <macro name="title"><choose><if type="book report thesis software motion_picture" match="any"><text variable="title" font-style="italic" text-case="title"/></if><else><text variable="title" quotes="true" text-case="title"/></else></choose></macro>
  <macro name="issued"><date variable="issued"><date-part name="day" suffix=" "/><date-part name="month" form="short" suffix=" "/><date-part name="year"/></date></macro>
  <macro name="access"><choose><if variable="DOI"><text variable="DOI" prefix="https://doi.org/"/></if><else><text variable="URL"/></else></choose></macro>
  <citation disambiguate-add-names="true"><layout prefix="(" suffix=")" delimiter="; "><group delimiter=" ">
    <choose><if disambiguate="true"><group delimiter=", "><text macro="short"/><text macro="title-short"/></group></if><else><text macro="short"/></else></choose><text variable="locator"/></group></layout></citation>
  <bibliography hanging-indent="true" subsequent-author-substitute="———"><sort><key macro="full"/><key variable="title"/></sort>
    <layout suffix="."><group delimiter=". "><text macro="full"/><text macro="title"/><group delimiter=", "><text variable="container-title" font-style="italic" text-case="title"/>
      <names variable="editor"><label form="verb" suffix=" "/><name and="text"/></names><text variable="volume" prefix="vol. "/><text variable="issue" prefix="no. "/><text variable="publisher"/><text macro="issued"/>
      <group delimiter=" "><label variable="page" form="short"/><text variable="page"/></group><text macro="access"/></group></group></layout></bibliography>`,
})
