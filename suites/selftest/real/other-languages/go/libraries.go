package main

import (
	"strings"

	"github.com/asaskevich/govalidator"
	playground "github.com/go-playground/validator/v10"
)

func addLibraries() {
	check := playground.New()
	for _, tag := range []string{"url", "uri"} {
		tag := tag
		add("validator "+tag, func(text string) (string, bool) {
			return text, check.Var(text, "required,"+tag+",startswith=https://") == nil
		})
	}
	add("govalidator IsURL", func(text string) (string, bool) {
		return text, govalidator.IsURL(text) && strings.HasPrefix(text, "https://")
	})
	add("govalidator IsRequestURL", func(text string) (string, bool) {
		return text, govalidator.IsRequestURL(text) && strings.HasPrefix(text, "https://")
	})
}
