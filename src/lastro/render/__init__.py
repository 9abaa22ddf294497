"""What a statement looks like: terminal, JSON, XLSX, PDF and charts. A renderer shows and computes nothing.

    terminal.print_statement(statement, lang="pt")
    json_file.write_json(statement, path)
    xlsx.write_xlsx(statement, path, lang="pt")

`words` writes numbers and dates, `labels` names lines, findings and provisions, `privacy` masks CPFs, `answer` says the
result in a few sentences, `sections` puts lines in reading order. Nothing heavy is imported before it is used.
"""
