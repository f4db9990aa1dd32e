"""A small typesetter for made-up documents: it draws a page and records what it drew.

fonts   the type families, CFF fonts turned into TrueType so that reportlab can embed them
text    markup -> tokens -> broken lines
page    the page, the flow through columns, the record of blocks in reading order
table   ruled, booktabs and unruled tables with merged cells
maths   display formulas
figure  plots, pictures and the scanner's damage
"""
